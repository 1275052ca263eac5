import CrashSupport
print(Rounds.seed)
