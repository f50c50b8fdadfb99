// Runs what is tried in projects, one thing after the other, and prints each by its name.

/** What is tried, by the sentence that it proves; the result is a figure to print. */
export type Trials = Readonly<Record<string, () => Promise<string>>>

/** Runs them all; returns a sentence for each that failed. */
export const runTrials = async (subject: string, trials: Trials): Promise<Array<string>> => {
  const failures: Array<string> = []
  for (const [name, trial] of Object.entries(trials)) {
    const start = performance.now()
    try {
      const figure = await trial()
      console.log(`  ${subject} ${name}: ${figure} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    } catch (error) {
      failures.push(`${subject} ${name}: FAILED\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failures
}
