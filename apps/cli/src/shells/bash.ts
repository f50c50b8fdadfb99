/** Completions for bash: `source <(bottega completions bash)`. */
import type { Completions, Level } from "../completion.ts"
import { quoted } from "./quote.ts"

/** The script that bash sources. */
export const script = ({ levels, skipped }: Completions): string => `# bash completions of bottega
_bottega() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" words="" i word
  # Bash takes "--flag=value" apart at the sign.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      ${skipped.join("|")}) ((i++)) ;;
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
}
complete -o default -F _bottega bottega
`

const valuesOf = ({ after, flags }: Level): ReadonlyArray<string> =>
  flags
    .filter(({ takesValue }) => takesValue)
    .map(({ text, values }) => `    ${quoted(`${after} ${text}`)}) words=${quoted(values.join(" "))} ;;`)

const wordsOf = ({ after, flags, words }: Level): string =>
  `    ${quoted(after)}) words=${quoted([...words, ...flags].map(({ text }) => text).join(" "))} ;;`
