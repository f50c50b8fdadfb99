// Keeps the arrows within each package going one way: no files and no folders import each other in a circle, for types neither.
// A file and the folder of its name are one room, and so is every other file and folder. The README of a folder may state the
// order of its rooms; then no room imports one above it.
import { existsSync, globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

/** An import of one file by another, both as paths within a package. */
type Arrow = readonly [from: string, to: string]

const places = "{packages/*,apps/*,bench,tools}"
const made = ["node_modules", "dist"]

/** A sentence for each arrow that is part of a circle, or that goes up. */
export const wrongIn = (root: string): ReadonlyArray<string> =>
  globSync(places, { cwd: root })
    .sort()
    .flatMap((place) => wrongInPackage(root, place))

const wrongInPackage = (root: string, place: string): ReadonlyArray<string> => {
  const found = globSync("**/*.{ts,tsx,mjs}", { cwd: join(root, place), exclude: (name) => made.includes(name) })
  const files = found.map((path) => path.replaceAll("\\", "/"))
  const arrows = files.flatMap((file) => arrowsOf(join(root, place), file, new Set(files)))
  const folders = new Set(files.flatMap(foldersAbove))
  return [...folders].sort().flatMap((folder) => {
    const within = (file: string) => folder === "." || file.startsWith(`${folder}/`)
    const inside = (file: string) => posix.relative(folder, file)
    const own = arrows.filter((arrow) => arrow.every(within)).map(([from, to]): Arrow => [inside(from), inside(to)])
    const order = orderIn(join(root, place, folder))
    const rooms = new Set(files.filter(within).map((file) => roomOf(inside(file))))
    const sentences = new Set([...circular(own, partOf), ...circular(own, roomOf), ...upward(own, rooms, order)])
    return [...sentences].sort().map((sentence) => `${posix.join(place.replaceAll("\\", "/"), folder)}: ${sentence}`)
  })
}

const imported = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g

const arrowsOf = (place: string, file: string, files: ReadonlySet<string>): ReadonlyArray<Arrow> =>
  [...readFileSync(join(place, file), "utf8").matchAll(imported)]
    .map(([, path = ""]): Arrow => [file, posix.join(posix.dirname(file), path)])
    .filter(([, to]) => files.has(to) && to !== file)

const foldersAbove = (path: string): ReadonlyArray<string> =>
  path === "." ? [] : [posix.dirname(path), ...foldersAbove(posix.dirname(path))]

/** What a folder holds on the way to a file: the file itself, or a folder. */
const partOf = (path: string): string => path.split("/")[0]!
/** The same without the ending of a file, so that `orders.ts` and `orders/` are one. */
const roomOf = (path: string): string => partOf(path).replace(/\.(tsx?|mjs)$/, "")

/** The arrows from which other arrows lead back to where they begin. */
const circular = (arrows: ReadonlyArray<Arrow>, nameOf: (path: string) => string): ReadonlyArray<string> => {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) {
    const [one, other] = [nameOf(from), nameOf(to)]
    if (one !== other) next.set(one, (next.get(one) ?? new Set()).add(other))
  }
  const reached = new Map([...next.keys()].map((name) => [name, reachedFrom(next, name)]))
  return arrows
    .filter(([from, to]) => nameOf(from) !== nameOf(to) && reached.get(nameOf(to))?.has(nameOf(from)))
    .map(([from, to]) => `${from} imports ${to} in a circle`)
}

const reachedFrom = (next: ReadonlyMap<string, ReadonlySet<string>>, name: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const waiting = [name]
  for (const one of waiting)
    for (const other of next.get(one) ?? [])
      if (!reached.has(other)) {
        reached.add(other)
        waiting.push(other)
      }
  return reached
}

/** The order that a folder's README states, from the bottom up; rooms of one level import each other in neither direction. */
const orderIn = (folder: string): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  const readme = join(folder, "README.md")
  const [, order] = (existsSync(readme) && /^From the bottom up: `([^`]+)`/m.exec(readFileSync(readme, "utf8"))) || []
  return order?.split(" < ").map((level) => level.split(", "))
}

const upward = (
  arrows: ReadonlyArray<Arrow>,
  rooms: ReadonlySet<string>,
  order: ReadonlyArray<ReadonlyArray<string>> | undefined
): ReadonlyArray<string> => {
  if (order === undefined) return []
  const levelOf = (path: string) => order.findIndex((level) => level.includes(roomOf(path)))
  return [
    ...[...rooms].filter((room) => levelOf(room) < 0).map((room) => `${room} is not in the order of the README`),
    ...order.flat().flatMap((room) => (rooms.has(room) ? [] : [`${room} of the order in the README does not exist`])),
    ...arrows
      .filter(([from, to]) => roomOf(from) !== roomOf(to) && levelOf(from) <= levelOf(to))
      .map(([from, to]) => `${from} imports ${to}, which is not below it`)
  ]
}

if (import.meta.main) {
  const wrong = wrongIn(join(import.meta.dirname, ".."))
  for (const sentence of wrong) console.error(sentence)
  if (wrong.length > 0) process.exitCode = 1
}
