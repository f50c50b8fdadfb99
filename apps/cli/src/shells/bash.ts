/** Completions for bash: `source <(bottega completions bash)`. */
import type { Completions, Level } from "../completion.ts"
import { quoted } from "./quote.ts"

/** The script that bash sources. */
export const script = ({ levels, skipped }: Completions): string => `# bash completions of bottega
_bottega() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" words="" ids="" i word value
  local -a opts=()
  local quotes=$'["\\'\\\\\\\\]'
  # Bash splits "--flag=value" at the sign.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      ${skipped.join("|")})
        [[ \${COMP_WORDS[i+1]} == "=" ]] && ((i++))
        # Without its quotes; nothing in it is run.
        value="\${COMP_WORDS[i+1]//$quotes/}"
        [[ $value == "~/"* ]] && value="$HOME/\${value:2}"
        ((i + 1 < COMP_CWORD)) && opts+=("$word" "$value")
        ((i++)) ;;
      -*|=) ;;
      help) ;;
      *) if [[ -z $at ]]; then at="$word"; elif [[ $at != *" "* ]]; then at="$at $word"; fi ;;
    esac
  done
  [[ $at == serve* ]] && at=serve
  case "$at $prev" in
${levels.flatMap(valuesOf).join("\n")}
    *) case "$at" in
${levels.map(wordsOf).join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ -z $ids ]] && return
  # Ids are data of the store, so they are quoted, and no word list expands them.
  while IFS=$'\\t' read -r value _; do
    [[ $value == "$cur"* ]] && COMPREPLY+=("$(printf %q "$value")")
  done < <(command bottega completions ids "$ids" "\${opts[@]}" 2>/dev/null </dev/null)
}
complete -o default -F _bottega bottega
`

const valuesOf = ({ after, flags }: Level): ReadonlyArray<string> =>
  flags
    .filter(({ takesValue }) => takesValue)
    .map(
      ({ ids, text, values }) =>
        `    ${quoted(`${after} ${text}`)}) words=${quoted(values.join(" "))}${ids === undefined ? "" : ` ids=${ids}`} ;;`
    )

const wordsOf = ({ after, flags, ids, words }: Level): string => {
  const ask = ids === undefined ? "" : `; [[ $cur != -* ]] && ids=${ids}`
  return `    ${quoted(after)}) words=${quoted([...words, ...flags].map(({ text }) => text).join(" "))}${ask} ;;`
}
