# fish completion for thimble-phone
complete -c thimble-phone -f
complete -c thimble-phone -l socket -rF -d "usbmuxd's address: a path or HOST:PORT"
complete -c thimble-phone -l control -rF -d "The control's address: a path or HOST:PORT"
complete -c thimble-phone -l phone -x -a '"iPhone SE 2" "iPhone 13 mini" "iPhone 15 Pro" "iPhone 16 Pro Max" "iPad 9"' -d 'A phone'
complete -c thimble-phone -l scene -rF -d 'A file of phones'
complete -c thimble-phone -l device-time -x -d "How much of the phones' own waits is real"
complete -c thimble-phone -l runner-times -x -a 'quick real' -d 'How quick WebDriverAgent answers'
complete -c thimble-phone -l pair-records -rF -d 'A folder for pairings'
complete -c thimble-phone -l config -rF -d 'A file of options and phones'
complete -c thimble-phone -l log-level -x -a 'trace debug info warn error off' -d 'How much is logged'
complete -c thimble-phone -l version -d 'Say the version'
complete -c thimble-phone -s h -l help -d 'Say what there is'
