/** Completions for fish: `bottega completions fish | source`. */
import type { Completions, FlagWord, Level } from "../completion.ts"

/** The script that fish sources. */
export const script = ({ levels, skipped }: Completions): string => `# fish completions of bottega
function __bottega_at
    set -l found
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${skipped.join(" ")}
            set skip 1
        else if not string match -q -- '-*' $word; and test $word != help
            set -a found $word
        end
    end
    test "$found[1]" = serve; and set found serve
    test "$found[1..2]" = "$argv"
end
function __bottega_ids
    set -l opts
    set -l option
    for word in (commandline -opc)[2..-1]
        if test -n "$option"
            set -a opts $option $word
            set option
        else if contains -- $word ${skipped.join(" ")}
            set option $word
        end
    end
    command bottega completions ids $argv[1] $opts 2>/dev/null </dev/null
end
complete -c bottega -f
${levels.flatMap(linesOf).join("\n")}
`

const linesOf = ({ after, flags, ids, words }: Level): ReadonlyArray<string> => {
  const begin = `complete -c bottega -n ${quoted(["__bottega_at", after].join(" ").trim())}`
  return [
    ...(ids === undefined ? [] : [`${begin} -a ${quoted(`(__bottega_ids ${ids})`)}`]),
    ...words.map(({ description, text }) => `${begin} -a ${quoted(text)}${about(description)}`),
    ...flags.map((flag) => `${begin} -l ${flag.text.slice(2)}${valuesOf(flag)}${about(flag.description)}`)
  ]
}

const valuesOf = ({ ids, takesValue, values }: FlagWord): string => {
  if (!takesValue) return ""
  if (ids !== undefined) return ` -x -a ${quoted(`(__bottega_ids ${ids})`)}`
  return values.length === 0 ? " -r -F" : ` -x -a ${quoted(values.join(" "))}`
}

const about = (description: string): string => (description === "" ? "" : ` -d ${quoted(description)}`)

const quoted = (word: string): string => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
