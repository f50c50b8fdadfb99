// Runs apt with lists, status and archives of its own, so that it neither needs nor changes those of the machine; of the machine's
// configuration it reads only its mirrors and how to reach them.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The archives that apt downloaded into a folder. */
export const archivesIn = (folder: string): Array<string> => {
  const archives = join(folder, "archives")
  return readdirSync(archives)
    .filter((file) => file.endsWith(".deb"))
    .map((file) => join(archives, file))
}

/** What apt reads instead of the machine's own files: its sources, and the list of installed packages, by default empty. */
interface Overrides {
  readonly sources?: string
  readonly status?: string
}

/** Writes an apt configuration that overrides the machine's and keeps all files in the folder; returns its path. */
export const configure = (folder: string, { sources, status }: Overrides = {}): string => {
  for (const name of ["lists/partial", "archives/partial"]) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, "status"), "")
  const settings = [
    "#clear APT::Update::Pre-Invoke;",
    "#clear APT::Update::Post-Invoke;",
    "#clear APT::Update::Post-Invoke-Success;",
    "#clear DPkg::Pre-Install-Pkgs;",
    "#clear DPkg::Post-Invoke;",
    `Dir::State "${folder}";`,
    `Dir::State::lists "${folder}/lists";`,
    `Dir::State::status "${status ?? join(folder, "status")}";`,
    `Dir::Cache "${folder}";`,
    `Dir::Cache::archives "${folder}/archives";`,
    'Acquire::Check-Valid-Until "false";',
    'Acquire::Languages "none";',
    'Acquire::http::Timeout "20";',
    'Acquire::https::Timeout "20";',
    'APT::Install-Recommends "false";',
    'APT::Sandbox::User "";',
    'APT::Get::AllowUnauthenticated "false";',
    'Debug::NoLocking "true";'
  ]
  if (sources !== undefined) {
    const file = join(folder, "sources.list")
    writeFileSync(file, sources)
    settings.push(`Dir::Etc::sourcelist "${file}";`)
    for (const part of ["sourceparts", "preferences", "preferencesparts"])
      settings.push(`Dir::Etc::${part} "/dev/null";`)
  }
  const configuration = join(folder, "apt.conf")
  writeFileSync(configuration, `${settings.join("\n")}\n`)
  return configuration
}
