/** Sends requests at a pace. */

/** Sends so many a second for so long, however long the answers take; gives how many were sent. */
export const sendPaced = async (
  perSecond: number,
  lastingSeconds: number,
  send: (n: number) => Promise<unknown>
): Promise<number> => {
  const answers: Array<Promise<unknown>> = []
  const began = performance.now()
  for (let passed = 0; passed < lastingSeconds; passed = (performance.now() - began) / 1000) {
    while (answers.length < passed * perSecond) answers.push(send(answers.length))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(answers)
  return answers.length
}
