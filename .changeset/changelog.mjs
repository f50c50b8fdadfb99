// The lines of a changelog: what each changeset says, without commits, which mean nothing to a package's readers.

/** @param {{ summary: string }} changeset */
const getReleaseLine = async ({ summary }) => `- ${summary.trim().replaceAll("\n", "\n  ")}`

/** All packages have one version, so that no change of a dependency is worth a line. */
const getDependencyReleaseLine = async () => ""

export default { getReleaseLine, getDependencyReleaseLine }
