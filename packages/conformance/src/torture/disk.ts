/** Ways to start a program on a failing or small disk, and why a machine may not support them. */
import { spawnSync } from "node:child_process"
import { whyNoTrace } from "./trace.ts"

/** A command prefix under which the given system calls fail, as selected by `when`. */
export const refusing = (calls: string, error: string, when: string): ReadonlyArray<string> => [
  ...["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", `trace=${calls}`],
  ...["-e", `inject=${calls}:error=${error}:when=${when}`]
]

/** A command prefix under which writes do not reach the disk, from one call to the next that `when` selects. */
export const failingFrom = (when: string) => refusing("fdatasync,fsync", "EIO", when)

/** A command prefix that gives the program a small disk of its own in a folder. */
export const mounting = (folder: string, size = "32m"): ReadonlyArray<string> => [
  ...ways.find(works)!,
  ...["sh", "-c", 'mount -t tmpfs -o size="$1" tmpfs "$0" && shift && exec "$@"', folder, size]
]

/** As root, or as any user if user namespaces are allowed. */
const ways = [
  ["unshare", "-m"],
  ["unshare", "-Urm"]
]

/** Whether a way creates a small disk. */
const works = ([program = "", ...args]: ReadonlyArray<string>): boolean =>
  spawnSync(program, [...args, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0

/** Why this machine cannot make system calls fail; undefined if it can. */
export const whyNoFailing = whyNoTrace

/** Why this machine cannot create a small disk; undefined if it can. */
export const whyNoFilling = (): string | undefined =>
  ways.some(works) ? undefined : "no small disk can be mounted, neither as root nor in a user namespace"
