#compdef palio
# Completes palio in zsh; made by: palio completion zsh

_palio() {
  local line
  local -a found
  local typed=("${(@)words[2,CURRENT]}")
  [[ $typed[-1] == --*=* ]] && compset -P '*='
  for line in "${(@f)$("${(Q)words[1]}" completion words "${(@)typed/#/:}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      \**) _files -g "$line" ;;
      *) found+=("${${line%% *}//:/\\:}:${line#* }") ;;
    esac
  done
  if (($#found)); then _describe palio found; fi
}

if [[ $funcstack[1] == _palio ]]; then
  _palio "$@"
else
  compdef _palio palio
fi
