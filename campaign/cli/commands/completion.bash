# Completes palio in bash; made by: palio completion bash

_palio() {
  local IFS=$'\n' cur=${COMP_WORDS[COMP_CWORD]} line
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  [[ $cur == = ]] && cur=
  COMPREPLY=()
  while read -r line; do
    if [[ $line == \** ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY+=($(compgen -f -X "!$line" -- "$cur") $(compgen -d -- "$cur"))
    else
      COMPREPLY+=("${line%% *}")
    fi
  done < <("${COMP_WORDS[0]}" completion words "${words[@]/#/:}" 2>/dev/null)
}

complete -o bashdefault -o default -F _palio palio
