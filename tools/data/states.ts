/** The states of a country as lines of its data file: which they are, what they are called, and where their uids come from. */
import { createRequire } from "node:module"
import { iso31662 } from "iso-3166"
import { foldedName } from "../../packages/domain/src/areas/countries/names.ts"
import {
  alsoItsOwnState,
  nounLast,
  otherCodesByState,
  otherNamesByState,
  renumbered,
  renumberedRegions,
  unlisted,
  widest
} from "./choices.ts"

const require = createRequire(import.meta.url)
const { subdivisionContainment } = require("cldr-core/supplemental/subdivisionContainment.json").supplemental as {
  subdivisionContainment: Record<string, { _contains: ReadonlyArray<string> }>
}
const { likelySubtags } = require("cldr-core/supplemental/likelySubtags.json").supplemental as {
  likelySubtags: Record<string, string>
}
const englishNames = require("cldr-subdivisions-full/subdivisions/en/en.json").subdivisions.localeDisplayNames
  .subdivisions as Record<string, string>
const isoNames = new Map(iso31662.map((state) => [state.code, state.name]))

/** Orders texts by their code units, alike on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The state lines of a country after an upgrade: old lines keep their place, absent ones are retired, new ones follow. */
export const kept = (before: string, now: ReadonlyArray<string>): string => {
  const codesOf = (line: string) => line.replace(/^[-+]/, "").split("\t")[0]!.split(",")
  const rest = new Set(now)
  const old = before === "" ? [] : before.split("\n")
  const stay = old.map((line) => {
    const same = now.find((next) => rest.has(next) && codesOf(next).some((code) => codesOf(line).includes(code)))
    if (same === undefined) return `-${line.replace(/^[-+]/, "")}`
    rest.delete(same)
    return same
  })
  const lines = [...stay, ...rest]
  if (lines.length > 999) throw new Error("A country has room for 999 states")
  return lines.join("\n")
}

/**
 * A country's states as the libraries have them today, by code: codes, name and other names, separated by tabs. The wider
 * subdivisions that contain them follow, each after a plus sign, and the country itself where people write it as a state.
 */
export const stateLines = (country: string, named: CountryNames): Array<string> => {
  const listed = subdivisions(country)
  const wider = listed.length === 0 || widest.has(country) ? [] : containing(country)
  const widerLines = linesOf(country, wider, renumberedRegions)
  const whole = alsoItsOwnState.has(country) ? [[named.alpha3, ...named.names].join("\t")] : []
  return [...linesOf(country, listed), ...[...widerLines, ...whole].map((line) => `+${line}`)]
}

/** The names of a country: its three letters, then its names, the shown one first. */
interface CountryNames {
  readonly alpha3: string
  readonly names: ReadonlyArray<string>
}

const linesOf = (country: string, ids: ReadonlyArray<string>, withoutEnglish = renumbered): Array<string> => {
  const codes = ids.map((id) => `${country}-${id.slice(2).toUpperCase()}`)
  const english = withoutEnglish.has(country) ? new Map<string, string>() : englishOf(country, codes)
  const ownLetters = (likelySubtags[`und-${country}`] ?? "-Latn-").includes("-Latn-")
  const preferred = codes.sort(byText).map((code) => {
    const name = ownLetters ? (isoNames.get(code) ?? english.get(code)) : (english.get(code) ?? isoNames.get(code))
    if (name === undefined) throw new Error(`${code} has no name`)
    return { code, name: nounLast.has(country) ? name.replace(/^(.+), (.+)$/, "$2 $1") : name.trim() }
  })
  const sharers = Map.groupBy(preferred, ({ name }) => foldedName(name))
  const named = preferred.map(({ code, name: own }) => {
    // A town and the district around it often share their own name, and not the English one.
    const name = sharers.get(foldedName(own))!.length > 1 ? (english.get(code) ?? own) : own
    const others = [
      isoNames.get(code),
      english.get(code),
      ...name.split(/, | \/ |\//),
      ...(otherNamesByState[code] ?? [])
    ]
    return { code, name, others: others.filter((other) => other !== undefined) }
  })
  // A name that two states share finds neither, so it is useless as another name.
  const owners = Map.groupBy(
    named.flatMap(({ code, name, others }) =>
      [...new Set([name, ...others].map(foldedName))].map((key) => ({ key, code }))
    ),
    ({ key }) => key
  )
  return named.map(({ code, name, others }) => {
    const unshared = others.filter((other) => owners.get(foldedName(other))!.length === 1)
    const worth = new Map(unshared.map((other) => [foldedName(other), other]))
    worth.delete(foldedName(name))
    return [[code.slice(3), ...(otherCodesByState[code] ?? [])].join(","), name, ...worth.values()].join("\t")
  })
}

/** CLDR's English names by code. */
const englishOf = (country: string, codes: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const pairs = codes.flatMap((code) => {
    const name = englishNames[code.replace("-", "").toLowerCase()]?.replace(/[¹²³†]/g, "").trim()
    return name === undefined ? [] : [[code, name] as const]
  })
  const codesByIsoName = new Map(codes.map((code) => [foldedName(isoNames.get(code) ?? code), code]))
  const strays = pairs.filter(([code, name]) => (codesByIsoName.get(foldedName(name)) ?? code) !== code)
  if (strays.length > 3) throw new Error(`CLDR gives the names of ${country} to other codes than ISO 3166-2`)
  return new Map(pairs)
}

const below = (of: string) => subdivisionContainment[of]?._contains ?? []
const containing = (of: string): Array<string> =>
  below(of).flatMap((id) => (below(id).length === 0 ? [] : [id, ...containing(id)]))

const subdivisions = (id: string): Array<string> => {
  const finest = (of: string): Array<string> => (below(of).length === 0 ? [of] : below(of).flatMap(finest))
  if (unlisted.has(id)) return []
  return widest.has(id) ? [...below(id)] : below(id).flatMap(finest)
}
