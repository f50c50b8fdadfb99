// Runs programs in a chroot that contains a whole system, so that they neither need nor touch the machine's own files: in a user
// namespace, or as root with a plain chroot where user namespaces are forbidden.
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { output, run } from "./run.ts"

/** The user that runs the programs, because PostgreSQL refuses to run as root. */
export const user = { name: "postgres", id: 5432 } as const

/** A way to run programs in a root folder. */
export interface Jail {
  readonly kind: "user namespace" | "chroot"
  /** The command to spawn; it execs the program, so the child's process id is the program's. */
  readonly command: (root: string, program: string, ...args: ReadonlyArray<string>) => [string, Array<string>]
  /** Lets the programs write to a folder of the root. */
  readonly handOver: (folder: string) => Promise<void>
  /** Creates the root's device files if they are missing. */
  readonly furnish: (root: string) => Promise<void>
}

const ids = `${user.id}`

/** Maps our user to the jail's; devices are a private bind mount of the machine's. */
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

/** For root: drops root privileges on entry. */
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

/** The jail that this machine allows, if any. */
export const findJail = async (): Promise<Jail | undefined> => {
  const { code } = await run("unshare", [...ownNamespaces, "sh", "-c", "mount --rbind /dev /dev && chroot / true"])
  if (code === 0) return userNamespace
  return process.getuid?.() === 0 && (await run("chroot", [`--userspec=${ids}:${ids}`, "/", "true"])).code === 0
    ? plainChroot
    : undefined
}
