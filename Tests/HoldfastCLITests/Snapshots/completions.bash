# bash completions for holdfast; made by 'holdfast completions bash'
_holdfast_names() {
    local name
    while IFS= read -r -d '' name; do
        [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
    done < <(holdfast ls --null "${place[@]}" 2>/dev/null)
}
_holdfast() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    local command='' words='' count=0 index word place=()
    COMPREPLY=()
    for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case $word in
            --) [[ $command == run ]] && { COMPREPLY=($(compgen -c -- "$cur")); return; } ;;
            --service | --backend | --generate | --alphabet | --accessible | --access-control | --auth-validity | --use | --vault | --passcode-fd | --to-service | --env | --file | --output | --passphrase-fd | --format | --on-conflict | --attribute | --idle | --max-age | --rescue-code-fd | --new-passcode-fd | --pcr | --name | --key-storage | --directory | --relay | --ca | --account | --scan | --number | --branch | --replace | --reason | --approver | --comparison | --take | --wait | --via | --again | --drop | --words | --sheet | --from | --phrase-fd | --new-phrase-fd | --to | --lost | --platform | --store | --seed | --limit)
                [[ $word == --service || $word == --vault ]] &&
                    place+=("$word" "${COMP_WORDS[index+1]}")
                ((index++)) ;;
            -*) ;;
            *) if [[ -z $command ]]; then command=$word
               elif [[ $command == account ]]; then command="account $word"
               elif [[ $command == backup ]]; then command="backup $word"
               elif [[ $command == device ]]; then command="device $word"
               elif [[ $command == lab ]]; then command="lab $word"
               elif [[ $command == passcode ]]; then command="passcode $word"
               elif [[ $command == phrase ]]; then command="phrase $word"
               elif [[ $command == relay ]]; then command="relay $word"
               elif [[ $command == rescue ]]; then command="rescue $word"
               elif [[ $command == vault ]]; then command="vault $word"
               else ((count++)); fi ;;
        esac
    done
    case $prev in
        --service) return ;;
        --backend) COMPREPLY=($(compgen -W 'vault secret-service python-keyring secret-tool' -- "$cur")); return ;;
        --generate) return ;;
        --alphabet) return ;;
        --accessible) COMPREPLY=($(compgen -W 'whenUnlocked afterFirstUnlock whenUnlockedThisDeviceOnly afterFirstUnlockThisDeviceOnly whenPasscodeSetThisDeviceOnly' -- "$cur")); return ;;
        --access-control) COMPREPLY=($(compgen -W 'none biometryAny biometryCurrentSet biometryAnyOrPasscode biometryCurrentSetOrPasscode devicePasscode' -- "$cur")); return ;;
        --auth-validity) return ;;
        --use) COMPREPLY=($(compgen -W 'background foreground high-value' -- "$cur")); return ;;
        --vault) COMPREPLY=($(compgen -d -- "$cur")); return ;;
        --passcode-fd) return ;;
        --to-service) return ;;
        --env) return ;;
        --file) return ;;
        --output) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --passphrase-fd) return ;;
        --format) COMPREPLY=($(compgen -W 'holdfast json env' -- "$cur")); return ;;
        --on-conflict) COMPREPLY=($(compgen -W 'skip replace fail' -- "$cur")); return ;;
        --attribute) return ;;
        --idle) return ;;
        --max-age) return ;;
        --rescue-code-fd) return ;;
        --new-passcode-fd) return ;;
        --pcr) return ;;
        --name) return ;;
        --key-storage) COMPREPLY=($(compgen -W 'automatic tpm tpmRequired' -- "$cur")); return ;;
        --directory) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --relay) return ;;
        --ca) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --account) return ;;
        --scan) return ;;
        --number) return ;;
        --branch) return ;;
        --replace) return ;;
        --reason) COMPREPLY=($(compgen -W 'lost retired invalidated' -- "$cur")); return ;;
        --approver) return ;;
        --comparison) return ;;
        --take) return ;;
        --wait) return ;;
        --via) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --again) return ;;
        --drop) return ;;
        --words) COMPREPLY=($(compgen -W '12 24' -- "$cur")); return ;;
        --sheet) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --from) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --phrase-fd) return ;;
        --new-phrase-fd) return ;;
        --to) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --lost) return ;;
        --platform) COMPREPLY=($(compgen -W 'ios android' -- "$cur")); return ;;
        --store) COMPREPLY=($(compgen -W 'good delete-then-add error-to-nil fire-and-forget' -- "$cur")); return ;;
        --seed) return ;;
        --limit) return ;;
    esac
    case $command in
        '') words='set get rm mv ls info run export import migrate unlock lock agent status passcode rescue vault device account send inbox phrase backup doctor relay demo lab completions help --vault --json --passcode-fd --pinentry --help --version' ;;
        account) words='create join' ;;
        backup) words='on off now status verify restore export' ;;
        device) words='init show list verify request approve revoke rename replace register confirm veto transfer' ;;
        lab) words='list run explore conformance matrix errors' ;;
        passcode) words='set change remove' ;;
        phrase) words='new verify change' ;;
        relay) words='serve' ;;
        rescue) words='code use remove' ;;
        vault) words='seal unseal' ;;
        'set') words='--service --backend --strip-newline --if-absent --generate --alphabet --show --accessible --access-control --auth-validity --use --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && { _holdfast_names; return; }
            ;;
        'get') words='--service --backend --raw --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && { _holdfast_names; return; }
            ;;
        'rm') words='--service --backend --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && { _holdfast_names; return; }
            ;;
        'mv') words='--service --to-service --force --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && { _holdfast_names; return; }
            ;;
        'ls') words='--service --all --backend --null --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'info') words='--service --backend --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && { _holdfast_names; return; }
            ;;
        'run') words='--env --file --service --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'export') words='--service --all --output --plain --yes --force --passphrase-fd --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'import') words='--format --service --on-conflict --dry-run --passphrase-fd --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && { COMPREPLY=($(compgen -f -- "$cur")); return; }
            ;;
        'migrate') words='--dry-run --remove-source --attribute --unlock --service --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && words='pass secret-tool python-keyring'
            ;;
        'unlock') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'lock') words='--all --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'agent') words='--idle --max-age --drop-on-sleep --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'status') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'passcode set') words='--rescue-code-fd --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'passcode change') words='--leaked --new-passcode-fd --rescue-code-fd --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'passcode remove') words='--yes --rescue-code-fd --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'rescue code') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'rescue use') words='--rescue-code-fd --new-passcode-fd --yes --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'rescue remove') words='--yes --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'vault seal') words='--pcr --discard-file --yes --rescue-code-fd --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'vault unseal') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device init') words='--name --key-storage --start-anew --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device show') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device list') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device verify') words='--account --scan --number --accept --branch --invert --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device request') words='--account --name --replace --reason --approver --key-storage --invert --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device approve') words='--comparison --yes --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device revoke') words='--reason --yes --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device rename') words='--key-storage --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device replace') words='--keep-key --new-presence-key --key-storage --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device register') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device confirm') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device veto') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'device transfer') words='--take --comparison --yes --keep --wait --anew --give-up --via --invert --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'account create') words='--name --key-storage --start-anew --relay --ca --new-relay-key --accept-history --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'account join') words='--account --name --replace --reason --approver --key-storage --invert --wait --relay --ca --new-relay-key --accept-history --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'send') words='--waiting --again --list --drop --accept-grade-c --strip-newline --relay --ca --new-relay-key --accept-history --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'inbox') words='--follow --relay --ca --new-relay-key --accept-history --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'phrase new') words='--words --sheet --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'phrase verify') words='--from --repair --phrase-fd --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'phrase change') words='--leaked --phrase-fd --new-phrase-fd --yes --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'backup on') words='--to --beside --accept-loss --phrase-fd --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'backup off') words='--yes --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'backup now') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'backup status') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'backup verify') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'backup restore') words='--from --repair --phrase-fd --yes --keep --data-only --lost --key-storage --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'backup export') words='--to --directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'doctor') words='--directory --relay --ca --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'relay serve') words='--help --version'
            ;;
        'demo') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'lab list') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'lab run') words='--platform --direct-boot-aware --store --seed --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && words='background-sync starts-empty update-fails reinstall new-fingerprint pin-change new-phone restore keeps-state keeps-pair resumes-state identity-begin identity-overnight-push identity-reinstall identity-reinstall-reuse identity-rollback identity-second-device identity-lost-device identity-new-fingerprint identity-pin-removed identity-server-lost identity-removed recovery-new-phone recovery-into-history recovery-key-by-device recovery-key-by-phrase recovery-key-by-nobody naive-state naive-identity naive-restore'
            ;;
        'lab explore') words='--platform --direct-boot-aware --store --seed --singles --pairs --limit --vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && words='background-sync starts-empty update-fails reinstall new-fingerprint pin-change new-phone restore keeps-state keeps-pair resumes-state identity-begin identity-overnight-push identity-reinstall identity-reinstall-reuse identity-rollback identity-second-device identity-lost-device identity-new-fingerprint identity-pin-removed identity-server-lost identity-removed recovery-new-phone recovery-into-history recovery-key-by-device recovery-key-by-phrase recovery-key-by-nobody naive-state naive-identity naive-restore'
            ;;
        'lab conformance') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
        'lab matrix') words='--platform --native --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'lab errors') words='--platform --vault --json --passcode-fd --pinentry --help --version'
            ;;
        'completions') words='--vault --json --passcode-fd --pinentry --help --version'
            [[ $cur != -* && $count == 0 ]] && words='bash zsh fish'
            ;;
        'help') words='--vault --json --passcode-fd --pinentry --help --version'
            ;;
    esac
    COMPREPLY+=($(compgen -W "$words" -- "$cur"))
}
complete -F _holdfast holdfast
