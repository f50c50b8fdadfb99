// Running a program of a root folder that holds a whole system, so that nothing of the machine's own is needed or touched:
// in a user namespace, which any user may have, or where those are forbidden as root with a plain chroot.
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { output, run } from "./run.ts"

/** The user that programs of the root folder run as: PostgreSQL refuses to be root. */
export const user = { name: "postgres", id: 5432 } as const

/** A way to run programs of a root folder. */
export interface Jail {
  readonly kind: "user namespace" | "chroot"
  /** The command of this machine that becomes the program, keeping its process id. */
  readonly command: (root: string, program: string, ...args: ReadonlyArray<string>) => [string, Array<string>]
  /** Makes a folder of the root one that its programs may write to. */
  readonly handOver: (folder: string) => Promise<void>
  /** Gives a root folder its devices, if it has not got them. */
  readonly furnish: (root: string) => Promise<void>
}

const ids = `${user.id}`

/** Our own user becomes the root folder's; devices are the machine's, seen through a mount that is ours alone. */
export const userNamespace: Jail = {
  kind: "user namespace",
  command: (root, ...program) => {
    const enter = 'mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
    return ["unshare", [...ownNamespaces, "sh", "-c", enter, root, ...program]]
  },
  handOver: async () => undefined,
  furnish: async () => undefined
}

const ownNamespaces = ["--user", "--mount", `--map-user=${ids}`, `--map-group=${ids}`, "--keep-caps"]

/** For root: gives up being root on entering. */
export const plainChroot: Jail = {
  kind: "chroot",
  command: (root, ...program) => ["chroot", [`--userspec=${ids}:${ids}`, root, ...program]],
  handOver: async (folder) => void (await output("chown", ["-R", `${ids}:${ids}`, folder])),
  furnish: async (root) => {
    if (existsSync(join(root, "dev/urandom"))) return
    mkdirSync(join(root, "dev"), { recursive: true })
    for (const [name, minor] of [
      ["null", "3"],
      ["zero", "5"],
      ["random", "8"],
      ["urandom", "9"]
    ] as const) {
      await run("mknod", ["-m", "666", join(root, "dev", name), "c", "1", minor])
    }
  }
}

/** The way there is on this machine, if there is one. */
export const findJail = async (): Promise<Jail | undefined> => {
  const { code } = await run("unshare", [...ownNamespaces, "sh", "-c", "mount --rbind /dev /dev && chroot / true"])
  if (code === 0) return userNamespace
  return process.getuid?.() === 0 && (await run("chroot", [`--userspec=${ids}:${ids}`, "/", "true"])).code === 0
    ? plainChroot
    : undefined
}
