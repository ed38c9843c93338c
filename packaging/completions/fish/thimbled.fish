# fish completion for thimbled
set -l commands enroll doctor image runner app setup try status sign-in mcp run record

# The actions, as the program itself lists them.
function __thimbled_actions
    thimbled --help 2> /dev/null | sed -n '/^Actions/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p'
end

# Names and UDIDs of the phones that a running thimbled knows; no phone is looked for.
function __thimbled_phones
    thimbled status --json 2> /dev/null | grep -oE '"(unique_id|name)":"[^"\\\\]+"' | sed 's/^[^:]*:"//; s/"$//'
end

# What belongs to thimbled alone is not offered once there is a command.
set -l alone __fish_use_subcommand
set -l linking "$alone; or __fish_seen_subcommand_from enroll doctor"
set -l imaging "$alone; or __fish_seen_subcommand_from image"

complete -c thimbled -f
complete -c thimbled -n $alone -a '(__thimbled_actions)' -d Action
complete -c thimbled -n $alone -a run -d 'Give the phone to an agent'
complete -c thimbled -n $alone -a record -d 'Record the screen'
complete -c thimbled -n '__fish_seen_subcommand_from record screenshot' -F
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a enroll -d 'Make this desktop known to a service'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a doctor -d 'Say what is wrong'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a image -d 'List or mount developer images'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a runner -d 'Install WebDriverAgent, stop it or start it'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a app -d 'Install or remove an app'
complete -c thimbled -n '__fish_seen_subcommand_from runner' -a install -d 'Install a package'
complete -c thimbled -n '__fish_seen_subcommand_from runner' -a start -d 'Have the runner kept running again'
complete -c thimbled -n '__fish_seen_subcommand_from runner' -a stop -d 'Have the runner ended, and started no more'
complete -c thimbled -n '__fish_seen_subcommand_from app' -a 'install remove'
complete -c thimbled -n '__fish_seen_subcommand_from install' -F
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a setup -d 'Lead a phone from its box to the first tap'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a try -d 'Try a phone with you'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a status -d 'Say what is going on'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a sign-in -d 'Print a link that signs in from a browser'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -a mcp -d 'Speak the Model Context Protocol'
complete -c thimbled -n $alone -l local -d 'Serve the REST API on this machine'
complete -c thimbled -n $alone -l while-used -d 'End after the last client of thimbled mcp'
complete -c thimbled -n $linking -l service -d 'Drive the phones for the service there'
complete -c thimbled -n $linking -l ca-file -rF -d 'Trust the authorities in this file'
complete -c thimbled -n $linking -l pin -x -d 'Accept this key of the service alone'
complete -c thimbled -n $alone -l reconnect-cap -x -d 'The longest wait before the next attempt'
complete -c thimbled -n $alone -l debug -x -a '(__thimbled_actions)' -d 'Do one action and end'
complete -c thimbled -n 'not __fish_seen_subcommand_from enroll doctor status sign-in mcp' -l phone -x -a '(__thimbled_phones)' -d 'The phone that is meant, where there are several'
complete -c thimbled -n 'not __fish_seen_subcommand_from enroll doctor status sign-in mcp image runner app run record' -l wait -x -d 'Seconds to wait for the phone to be ready'
complete -c thimbled -n "$alone; or __fish_seen_subcommand_from doctor" -l listen -x -d 'Address of the REST API'
complete -c thimbled -n $alone -l tls-cert -rF -d 'Certificate and its chain'
complete -c thimbled -n $alone -l tls-key -rF -d "The certificate's private key"
complete -c thimbled -n $alone -l insecure-listen -d 'Let other machines in without encryption'
complete -c thimbled -n $alone -l trusted-proxies -x -d 'Proxies whose X-Forwarded-For is believed'
complete -c thimbled -n $alone -l cors-origins -x -d 'Pages that may use the API from a browser'
complete -c thimbled -n $alone -l public-urls -x -d 'Addresses of the service behind a proxy'
complete -c thimbled -n $alone -l rate-limit -x -d 'Requests a second for each key'
complete -c thimbled -n $alone -l private-webhooks -d 'Let webhooks go to private addresses'
complete -c thimbled -n $alone -l master-key-file -rF -d 'What secrets are encrypted with'
complete -c thimbled -n "not __fish_seen_subcommand_from $commands" -l record -rF -d 'Write the conversation with the phones to a file'
complete -c thimbled -n $alone -l live-fps -x -d 'The most pictures a second that a phone pushes'
complete -c thimbled -n $alone -l runners -x -a 'on off' -d 'Start runners and keep them running'
complete -c thimbled -n $imaging -l image-dir -x -a '(__fish_complete_directories)' -d 'Where developer images are looked for'
complete -c thimbled -n $imaging -l image-server -x -d 'Signs developer images for phones'
complete -c thimbled -n $imaging -l image-server-ca -rF -d 'Authority behind the server of images'
complete -c thimbled -l state-dir -x -a '(__fish_complete_directories)' -d 'Where state is kept'
complete -c thimbled -l config -rF -d 'Read this file instead of the usual ones'
complete -c thimbled -l log-level -x -a 'trace debug info warn error off' -d 'How much is logged'
complete -c thimbled -n $alone -l version -d 'Say the version'
complete -c thimbled -s h -l help -d 'Say what there is'
complete -c thimbled -n '__fish_seen_subcommand_from enroll' -l name -x -d 'What people call this desktop'
complete -c thimbled -n '__fish_seen_subcommand_from enroll' -l force -d 'In place of an earlier enrolment'
complete -c thimbled -n '__fish_seen_subcommand_from runner app' -l follow -d 'Install the file again whenever it has changed'
complete -c thimbled -n "not $alone; and not __fish_seen_subcommand_from enroll try sign-in mcp" -l json -d 'Print JSON'
complete -c thimbled -n '__fish_seen_subcommand_from status' -l watch -d 'Say it each second'
complete -c thimbled -n '__fish_seen_subcommand_from try' -l report -rF -d 'The file that it writes'
complete -c thimbled -n '__fish_seen_subcommand_from setup' -l yes -d 'Let it turn the switch of Developer Mode'
