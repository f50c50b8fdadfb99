/** What an area without a list answers about the shop as a whole. */
import { useAnswer } from "../call/asked.ts"
import { shop } from "../call/session.ts"
import type { Operation } from "../contract/operation.ts"
import { actionLabel } from "../fold/spoken.ts"
import { Failure, Loading } from "../page/states.tsx"
import { Facts } from "./facts.tsx"

export const Overviews = ({ operations }: { readonly operations: ReadonlyArray<Operation> }) => (
  <>
    {operations.map((one) => (
      <Overview key={one.id} operation={one} isAlone={operations.length === 1} />
    ))}
  </>
)

const Overview = ({ isAlone, operation }: { readonly operation: Operation; readonly isAlone: boolean }) => {
  const { area, input, output } = operation
  const own = input.filter(({ names }) => names === "shops").map(({ name }) => [name, shop.value?.id] as const)
  const { again, data, failure, isLoading } = useAnswer(operation, Object.fromEntries(own))
  return (
    <section class="overview">
      {!isAlone && <h2>{actionLabel(operation)}</h2>}
      {data === undefined && isLoading && <Loading rows={4} />}
      {failure !== undefined && <Failure cause={failure} onRetry={again} />}
      {data !== undefined && <Facts area={area} part={output} value={data} />}
    </section>
  )
}
