// Where the tests' files are during a run.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A file system in memory, on Linux. A commit to it waits for no disk and costs less system time; no test shows a loss of power. */
const memory = "/dev/shm"

/** What must be free, so that neither the file system nor the machine's memory is used up: a run needs about a tenth of it. */
const minFreeBytes = 6 * 1024 ** 3

/**
 * Makes a folder for the temporary files of one run, in memory where there is plenty of it. Removing it also removes what
 * killed processes have left in it; a run that was killed itself leaves its folder to the next one.
 */
export const scratch = (place = memory, minBytes = minFreeBytes): string => {
  if (isRoomy(place, minBytes)) {
    sweep(place)
    const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
    if (runsPrograms(folder)) return folder
    rmSync(folder, { recursive: true })
  }
  return mkdtempSync(join(tmpdir(), prefix))
}

const prefix = "bottega-test-"

const sweep = (place: string): void => {
  for (const name of readdirSync(place)) {
    const pid = Number(RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) rmSync(join(place, name), { recursive: true, force: true })
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

const isRoomy = (place: string, minBytes: number): boolean => {
  try {
    const { bavail, bsize } = statfsSync(place)
    return Math.min(bavail * bsize, process.availableMemory()) > minBytes
  } catch {
    return false
  }
}

/** Containers often forbid it, and tests put programs into their folders. */
const runsPrograms = (folder: string): boolean => {
  const program = join(folder, "program")
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
