/** Ways to start a program on a disk that fails or is small, and why a machine may know none. */
import { spawnSync } from "node:child_process"
import { whyNoTrace } from "./trace.ts"

/** Starts a program so that these calls of it fail, those that `when` counts. */
export const refusing = (calls: string, error: string, when: string): ReadonlyArray<string> => [
  ...["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", `trace=${calls}`],
  ...["-e", `inject=${calls}:error=${error}:when=${when}`]
]

/** Starts a program so that what it wrote does not reach the disk, from one call to the next that `when` counts. */
export const failingFrom = (when: string) => refusing("fdatasync,fsync", "EIO", when)

/** Starts a program with a small disk of its own in a folder. */
export const mounting = (folder: string, size = "32m"): ReadonlyArray<string> => [
  ...ways.find(works)!,
  ...["sh", "-c", 'mount -t tmpfs -o size="$1" tmpfs "$0" && shift && exec "$@"', folder, size]
]

/** As root, and as anybody where user namespaces are allowed. */
const ways = [
  ["unshare", "-m"],
  ["unshare", "-Urm"]
]

/** Whether a way leads to a small disk. */
const works = ([program = "", ...args]: ReadonlyArray<string>): boolean =>
  spawnSync(program, [...args, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0

/** Why this machine cannot make calls fail; nothing where it can. */
export const whyNoFailing = whyNoTrace

/** Why this machine has no small disk; nothing where it has. */
export const whyNoFilling = (): string | undefined =>
  ways.some(works) ? undefined : "no small disk can be mounted, neither as root nor in a user namespace"
