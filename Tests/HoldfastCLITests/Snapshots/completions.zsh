#compdef holdfast
# zsh completions for holdfast; made by 'holdfast completions zsh'
_holdfast_names() {
    local -a names place
    (( ${+opt_args[--service]} )) && place+=(--service "${opt_args[--service]}")
    (( ${+opt_args[--vault]} )) && place+=(--vault "${opt_args[--vault]}")
    names=("${(@0)$(holdfast ls --null "${place[@]}" 2>/dev/null)}")
    compadd -a -- names
}
_holdfast() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C \
        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
        '--json[write results, and errors, as JSON]' \
        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
        '--help[show this help and exit]' \
        '--version[show the version and exit]' \
        '1: :_holdfast_commands' '*:: :->rest'
    [[ $state == rest ]] || return
    case $words[1] in
        set)
            _arguments \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--backend=[the store to use instead of the vault: the desktop'\''s keyring]:STORE:(vault secret-service python-keyring secret-tool)' \
                '--strip-newline[drop exactly one newline (a byte 0x0a) from the end of the value]' \
                '--if-absent[fail with exit status 9 if the item is there already]' \
                '--generate=[store LENGTH random characters instead of reading a value]:LENGTH: ' \
                '--alphabet=[the characters that --generate picks from, each once (default: A-Z a-z 0-9)]:CHARS: ' \
                '--show[write what --generate made to standard output]' \
                '--accessible=[when the item can be read]:CLASS:(whenUnlocked afterFirstUnlock whenUnlockedThisDeviceOnly afterFirstUnlockThisDeviceOnly whenPasscodeSetThisDeviceOnly)' \
                '--access-control=[who must be asked at each use]:AC:(none biometryAny biometryCurrentSet biometryAnyOrPasscode biometryCurrentSetOrPasscode devicePasscode)' \
                '--auth-validity=[for how long an answer to --access-control holds within one process (0: every use); each run of this tool is a process of its own]:SECONDS: ' \
                '--use=[pick the protection by use instead of by class]:USE:(background foreground high-value)' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:NAME:_holdfast_names'
            ;;
        get)
            _arguments \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--backend=[the store to use instead of the vault: the desktop'\''s keyring]:STORE:(vault secret-service python-keyring secret-tool)' \
                '--raw[write the bytes as they are, also to a terminal]' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:NAME:_holdfast_names'
            ;;
        rm)
            _arguments \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--backend=[the store to use instead of the vault: the desktop'\''s keyring]:STORE:(vault secret-service python-keyring secret-tool)' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:NAME:_holdfast_names'
            ;;
        mv)
            _arguments \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--to-service=[the service that NEWNAME belongs to (default: the same)]:S: ' \
                '--force[replace what is there]' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:NAME:_holdfast_names' \
                '2:NEWNAME: '
            ;;
        ls)
            _arguments \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--all[items of all services]' \
                '--backend=[the store to use instead of the vault: the desktop'\''s keyring]:STORE:(vault secret-service python-keyring secret-tool)' \
                '--null[end each name, and each service, with a byte 0 and escape nothing]' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        info)
            _arguments \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--backend=[the store to use instead of the vault: the desktop'\''s keyring]:STORE:(vault secret-service python-keyring secret-tool)' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:NAME:_holdfast_names'
            ;;
        run)
            _arguments \
                '*--env=[set the variable VAR to the value of the item NAME]:VAR=NAME: ' \
                '*--file=[set VAR to the path of a file in memory with the value of NAME]:VAR=NAME: ' \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '*:::program:_normal'
            ;;
        export)
            _arguments \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--all[items of all services]' \
                '--output=[write to FILE instead of standard output]:FILE:_files' \
                '--plain[write JSON without encryption]' \
                '--yes[do not ask for confirmation]' \
                '--force[replace what is there]' \
                '--passphrase-fd=[read the export'\''s passphrase from descriptor N]:N: ' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        import)
            _arguments \
                '--format=[the kind of file]:FORMAT:(holdfast json env)' \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--on-conflict=[what to do about an item that is there already (default: fail, before anything is stored)]:WHAT:(skip replace fail)' \
                '--dry-run[say what would be done and do nothing]' \
                '--passphrase-fd=[read the export'\''s passphrase from descriptor N]:N: ' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:FILE:_files'
            ;;
        migrate)
            _arguments \
                '--dry-run[say what would be done and do nothing]' \
                '--remove-source[remove each item from SOURCE after its copy was read back]' \
                '*--attribute=[only items of secret-tool that have this attribute]:KEY=VALUE: ' \
                '--unlock[have a locked keyring ask for its password, and wait for it up to 2 minutes]' \
                '--service=[the service that NAME belongs to (default: default)]:S: ' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:SOURCE:(pass secret-tool python-keyring)'
            ;;
        unlock)
            _arguments \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        lock)
            _arguments \
                '--all[drop the keys of the afterFirstUnlock classes too]' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        agent)
            _arguments \
                '--idle=[lock after so long without a touch (default: 900)]:SECONDS: ' \
                '--max-age=[drop the keys of the afterFirstUnlock classes so long after an unlock]:SECONDS: ' \
                '--drop-on-sleep[drop the keys of the afterFirstUnlock classes before a sleep too]' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        status)
            _arguments \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        send)
            _arguments \
                '--waiting[send only what waits already]' \
                '--again=[send the stopped message of this id again]:MESSAGE: ' \
                '--list[show what waits or was stopped, and send nothing]' \
                '--drop=[give up the message of this id that waits or was stopped]:MESSAGE: ' \
                '--accept-grade-c[agree to devices that have no prekey: who takes their key reads it]' \
                '--strip-newline[drop exactly one newline (a byte 0x0a) from the end of the value]' \
                '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                '--new-relay-key[take the relay'\''s key anew: it was set up anew, says who runs it]' \
                '--accept-history[go on with a history of messages of which a part is missing]' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1::CONTACT: '
            ;;
        inbox)
            _arguments \
                '--follow[stay, and show what comes]' \
                '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                '--new-relay-key[take the relay'\''s key anew: it was set up anew, says who runs it]' \
                '--accept-history[go on with a history of messages of which a part is missing]' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        doctor)
            _arguments \
                '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        demo)
            _arguments \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]'
            ;;
        completions)
            _arguments \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1:SHELL:(bash zsh fish)'
            ;;
        help)
            _arguments \
                '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                '--json[write results, and errors, as JSON]' \
                '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                '--help[show this help and exit]' \
                '--version[show the version and exit]' \
                '1::COMMAND: ' \
                '2::SUBCOMMAND: '
            ;;
        account)
            if (( CURRENT == 2 )); then compadd create join; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                create)
                    _arguments \
                        '--name=[what the device is called (default: the machine'\''s name)]:NAME: ' \
                        '--key-storage=[which hardware new keys should be in (default: automatic)]:KIND:(automatic tpm tpmRequired)' \
                        '--start-anew[begin a new account although there was one: its devices and contacts do not come along]' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--new-relay-key[take the relay'\''s key anew: it was set up anew, says who runs it]' \
                        '--accept-history[go on with a history of messages of which a part is missing]' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                join)
                    _arguments \
                        '--account=[the account'\''s id, 64 digits and letters from a to f]:ID: ' \
                        '--name=[what the device is called (default: the machine'\''s name)]:NAME: ' \
                        '--replace=[ask for the place of this device, by 8 digits of its id]:DEVICE: ' \
                        '--reason=[why a device is no longer in the account]:REASON:(lost retired invalidated)' \
                        '--approver=[have only this device approve it, by 8 digits of its id]:DEVICE: ' \
                        '--key-storage=[which hardware new keys should be in (default: automatic)]:KIND:(automatic tpm tpmRequired)' \
                        '--invert[draw the code for light text on a dark ground, where there are no colours]' \
                        '--wait=[how long to wait for the other device (default: 0)]:SECONDS: ' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--new-relay-key[take the relay'\''s key anew: it was set up anew, says who runs it]' \
                        '--accept-history[go on with a history of messages of which a part is missing]' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
        backup)
            if (( CURRENT == 2 )); then compadd on off now status verify restore export; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                on)
                    _arguments \
                        '--to=[back up into FILE instead of at the account'\''s relay]:FILE:_files' \
                        '--beside[begin a backup beside one of another phrase that is there]' \
                        '--accept-loss[know already, and agree, that a lost phrase is a lost backup]' \
                        '--phrase-fd=[read the recovery phrase from descriptor N]:N: ' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                off)
                    _arguments \
                        '--yes[do not ask for confirmation]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                now)
                    _arguments \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                status)
                    _arguments \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                verify)
                    _arguments \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                restore)
                    _arguments \
                        '--from=[the backup is in FILE]:FILE:_files' \
                        '--repair[look for the phrase that was meant, with one word wrong or missing]' \
                        '--phrase-fd=[read the recovery phrase from descriptor N]:N: ' \
                        '--yes[do not ask for confirmation]' \
                        '--keep[take the backup in beside what this vault holds]' \
                        '--data-only[restore messages and items, and take no place in the account]' \
                        '--lost=[take the place of this device, by 8 digits of its id]:DEVICE: ' \
                        '--key-storage=[which hardware new keys should be in (default: automatic)]:KIND:(automatic tpm tpmRequired)' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                export)
                    _arguments \
                        '--to=[back up into FILE instead of at the account'\''s relay]:FILE:_files' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
        device)
            if (( CURRENT == 2 )); then compadd init show list verify request approve revoke rename replace register confirm veto transfer; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                init)
                    _arguments \
                        '--name=[what the device is called (default: the machine'\''s name)]:NAME: ' \
                        '--key-storage=[which hardware new keys should be in (default: automatic)]:KIND:(automatic tpm tpmRequired)' \
                        '--start-anew[begin a new account although there was one: its devices and contacts do not come along]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                show)
                    _arguments \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                list)
                    _arguments \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                verify)
                    _arguments \
                        '--account=[the account'\''s id, 64 digits and letters from a to f]:ID: ' \
                        '--scan=[the text of the contact'\''s code; - reads it from standard input]:TEXT: ' \
                        '--number=[the sixty digits as the contact has them]:DIGITS: ' \
                        '--accept[accept another account in the contact'\''s place]' \
                        '--branch=[the directory that has the contact'\''s other version, which the recovery phrase has ended]:FILE: ' \
                        '--invert[draw the code for light text on a dark ground, where there are no colours]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1::CONTACT: '
                    ;;
                request)
                    _arguments \
                        '--account=[the account'\''s id, 64 digits and letters from a to f]:ID: ' \
                        '--name=[what the device is called (default: the machine'\''s name)]:NAME: ' \
                        '--replace=[ask for the place of this device, by 8 digits of its id]:DEVICE: ' \
                        '--reason=[why a device is no longer in the account]:REASON:(lost retired invalidated)' \
                        '--approver=[have only this device approve it, by 8 digits of its id]:DEVICE: ' \
                        '--key-storage=[which hardware new keys should be in (default: automatic)]:KIND:(automatic tpm tpmRequired)' \
                        '--invert[draw the code for light text on a dark ground, where there are no colours]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                approve)
                    _arguments \
                        '--comparison=[the thirty digits as the other machine shows them]:DIGITS: ' \
                        '--yes[do not ask for confirmation]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1:REQUEST: '
                    ;;
                revoke)
                    _arguments \
                        '--reason=[why a device is no longer in the account]:REASON:(lost retired invalidated)' \
                        '--yes[do not ask for confirmation]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1:DEVICE: '
                    ;;
                rename)
                    _arguments \
                        '--key-storage=[which hardware new keys should be in (default: automatic)]:KIND:(automatic tpm tpmRequired)' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1:NAME: '
                    ;;
                replace)
                    _arguments \
                        '--keep-key[go on with the key that is there]' \
                        '--new-presence-key[make the key that needs the person anew too]' \
                        '--key-storage=[which hardware new keys should be in (default: automatic)]:KIND:(automatic tpm tpmRequired)' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                register)
                    _arguments \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                confirm)
                    _arguments \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1:ENTRY: '
                    ;;
                veto)
                    _arguments \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1:ENTRY: '
                    ;;
                transfer)
                    _arguments \
                        '--take=[take the history that the other device'\''s text names; - reads it from standard input]:TEXT: ' \
                        '--comparison=[the thirty digits as the other machine shows them]:DIGITS: ' \
                        '--yes[do not ask for confirmation]' \
                        '--keep[take the backup in beside what this vault holds]' \
                        '--wait=[how long to wait for the other device (default: 0)]:SECONDS: ' \
                        '--anew[send the history anew, as it is now; what was sent before is removed]' \
                        '--give-up[remove what was sent; the new device gets nothing of it]' \
                        '--via=[by FILE, which both devices reach, instead of the account'\''s relay]:FILE:_files' \
                        '--invert[draw the code for light text on a dark ground, where there are no colours]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1::DEVICE: '
                    ;;
            esac
            ;;
        lab)
            if (( CURRENT == 2 )); then compadd list run explore conformance matrix errors; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                list)
                    _arguments \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                run)
                    _arguments \
                        '--platform=[the phone'\''s system]:PLATFORM:(ios android)' \
                        '--direct-boot-aware[an Android app that the system starts before the first unlock]' \
                        '--store=[the store that the app uses (default: good); delete-then-add is for ios only]:STORE:(good delete-then-add error-to-nil fire-and-forget)' \
                        '--seed=[the number that every choice comes from, 0 to 18446744073709551615 (default: 1)]:N: ' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1:SCENARIO:(background-sync starts-empty update-fails reinstall new-fingerprint pin-change new-phone restore keeps-state keeps-pair resumes-state identity-begin identity-overnight-push identity-reinstall identity-reinstall-reuse identity-rollback identity-second-device identity-lost-device identity-new-fingerprint identity-pin-removed identity-server-lost identity-removed recovery-new-phone recovery-into-history recovery-key-by-device recovery-key-by-phrase recovery-key-by-nobody naive-state naive-identity naive-restore)'
                    ;;
                explore)
                    _arguments \
                        '--platform=[the phone'\''s system]:PLATFORM:(ios android)' \
                        '--direct-boot-aware[an Android app that the system starts before the first unlock]' \
                        '--store=[the store that the app uses (default: good); delete-then-add is for ios only]:STORE:(good delete-then-add error-to-nil fire-and-forget)' \
                        '--seed=[the number that every choice comes from, 0 to 18446744073709551615 (default: 1)]:N: ' \
                        '--singles[play each fault alone]' \
                        '--pairs[play each fault alone and each pair (the default)]' \
                        '--limit=[at most so many plays, the one without faults included: each fault alone, then pairs; above it the seed chooses (default: 50000)]:PLAYS: ' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]' \
                        '1:SCENARIO:(background-sync starts-empty update-fails reinstall new-fingerprint pin-change new-phone restore keeps-state keeps-pair resumes-state identity-begin identity-overnight-push identity-reinstall identity-reinstall-reuse identity-rollback identity-second-device identity-lost-device identity-new-fingerprint identity-pin-removed identity-server-lost identity-removed recovery-new-phone recovery-into-history recovery-key-by-device recovery-key-by-phrase recovery-key-by-nobody naive-state naive-identity naive-restore)'
                    ;;
                conformance)
                    _arguments \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                matrix)
                    _arguments \
                        '--platform=[the phone'\''s system]:PLATFORM:(ios android)' \
                        '--native[show the platform'\''s own answers, below any store]' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                errors)
                    _arguments \
                        '--platform=[the phone'\''s system]:PLATFORM:(ios android)' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
        passcode)
            if (( CURRENT == 2 )); then compadd set change remove; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                set)
                    _arguments \
                        '--rescue-code-fd=[read the vault'\''s present rescue code from descriptor N]:N: ' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                change)
                    _arguments \
                        '--leaked[make new keys and encrypt everything again]' \
                        '--new-passcode-fd=[read the new passcode from descriptor N]:N: ' \
                        '--rescue-code-fd=[read the vault'\''s present rescue code from descriptor N]:N: ' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                remove)
                    _arguments \
                        '--yes[do not ask for confirmation]' \
                        '--rescue-code-fd=[read the vault'\''s present rescue code from descriptor N]:N: ' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
        phrase)
            if (( CURRENT == 2 )); then compadd new verify change; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                new)
                    _arguments \
                        '--words=[how many words: 12 are enough against any guessing (default: 12)]:COUNT:(12 24)' \
                        '--sheet=[write a page to print into FILE, which must not exist (PDF)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                verify)
                    _arguments \
                        '--from=[the backup is in FILE]:FILE:_files' \
                        '--repair[look for the phrase that was meant, with one word wrong or missing]' \
                        '--phrase-fd=[read the recovery phrase from descriptor N]:N: ' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                change)
                    _arguments \
                        '--leaked[make new keys and encrypt everything again]' \
                        '--phrase-fd=[read the recovery phrase from descriptor N]:N: ' \
                        '--new-phrase-fd=[read the new recovery phrase from descriptor N]:N: ' \
                        '--yes[do not ask for confirmation]' \
                        '--directory=[the file in which the accounts'\'' device logs are]:FILE:_files' \
                        '--relay=[the relay at which the accounts'\'' device logs are]:URL: ' \
                        '--ca=[believe only certificates of these authorities (PEM)]:FILE:_files' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
        relay)
            if (( CURRENT == 2 )); then compadd serve; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                serve)
                    _arguments \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
        rescue)
            if (( CURRENT == 2 )); then compadd code use remove; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                code)
                    _arguments \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                use)
                    _arguments \
                        '--rescue-code-fd=[read the vault'\''s present rescue code from descriptor N]:N: ' \
                        '--new-passcode-fd=[read the new passcode from descriptor N]:N: ' \
                        '--yes[do not ask for confirmation]' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                remove)
                    _arguments \
                        '--yes[do not ask for confirmation]' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
        vault)
            if (( CURRENT == 2 )); then compadd seal unseal; return; fi
            shift words; (( CURRENT-- ))
            case $words[1] in
                seal)
                    _arguments \
                        '--pcr=[registers of the TPM, 0 to 23, with commas between them]:LIST: ' \
                        '--discard-file[destroy the file with the former device secret]' \
                        '--yes[do not ask for confirmation]' \
                        '--rescue-code-fd=[read the vault'\''s present rescue code from descriptor N]:N: ' \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
                unseal)
                    _arguments \
                        '--vault=[use the vault in DIR instead of the standard one]:DIR:_directories' \
                        '--json[write results, and errors, as JSON]' \
                        '--passcode-fd=[read the vault'\''s passcode from descriptor N and unlock for this command alone]:N: ' \
                        '--pinentry[ask with a dialog of pinentry'\''s, also where there is a terminal or HOLDFAST_PINENTRY is off]' \
                        '--help[show this help and exit]' \
                        '--version[show the version and exit]'
                    ;;
            esac
            ;;
    esac
}
_holdfast_commands() {
    local -a commands=(
        'set:store a value, read from standard input'
        'get:write a value to standard output'
        'rm:remove an item'
        'mv:give an item another name'
        'ls:list the names of items, without their values'
        'info:show what is known of an item, without its value'
        'run:run a program with secrets in its environment'
        'export:write items to a file, encrypted under a passphrase'
        'import:store the items of an export, a JSON file or a .env file'
        'migrate:move items in from pass, secret-tool or Python'\''s keyring'
        'unlock:unlock the vault with its passcode'
        'lock:lock the vault now'
        'agent:lock the vault when the screen is locked'
        'status:show whether there is a vault and whether it is locked'
        'send:send a message to all devices of a contact'
        'inbox:fetch and show what was sent to this device'
        'doctor:say what protects this vault and how to improve it'
        'demo:show each promise happening for real, in a temporary vault'
        'completions:write a completion script for a shell'
        'help:show help for a command, or the list of commands'
        'account:create, join'
        'backup:on, off, now, status, verify, restore, export'
        'device:init, show, list, verify, request, approve, revoke, rename, replace, register, confirm, veto, transfer'
        'lab:list, run, explore, conformance, matrix, errors'
        'passcode:set, change, remove'
        'phrase:new, verify, change'
        'relay:serve'
        'rescue:code, use, remove'
        'vault:seal, unseal'
    )
    _describe command commands
}
_holdfast "$@"
