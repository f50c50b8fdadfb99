/** The service over every operation of the contract. */
import { contract } from "@bottega/domain/areas"
import { NotFound } from "@bottega/domain/contract"
import { Storage } from "@bottega/storage"
import { Effect } from "effect"
import { type Beginning, ProcessClock } from "./areas/clock/process-clock.ts"
import { withFaults } from "./areas/faults/applied.ts"
import { withReplays } from "./areas/requests/replay.ts"
import { handlers } from "./areas.ts"
import { answerOf } from "./engine/answer/answer.ts"
import { type AllHandlers, operationsOf, throughControl } from "./engine/decide/operation.ts"
import { type Service, type ServiceOptions, serviceOf } from "./engine/service.ts"

/** Every endpoint of the contract with its handler. */
export const operations = operationsOf(contract, handlers as unknown as AllHandlers)
const allOperations = [...operations, ...throughControl(operations)]

/** The options of a service. */
export interface InstallationOptions extends Omit<ServiceOptions, "keepBodies"> {
  /** Whether it is for development: then calls can fail on purpose. False by default. */
  readonly workbench?: boolean
  /** Where its clock begins; only where it is for development. By default it shows real time. */
  readonly beginning?: Beginning | undefined
}

/** The service of an installation. */
export interface Installation extends Service {
  /** The clock of this process, which can be moved; only where the installation is for development. */
  readonly clock?: ProcessClock
}

/** Makes the service of this process. */
export const makeService = Effect.fnUntraced(function* ({
  beginning,
  workbench = false,
  ...options
}: InstallationOptions = {}) {
  if (!workbench) return withoutWorkbench(yield* serviceOf(allOperations, options)) as Installation
  const storage = yield* Storage
  const clock = new ProcessClock(storage, beginning)
  // A store that cannot be read now is followed later.
  yield* Effect.ignore(clock.follow)
  const service = yield* clock.shift(serviceOf(allOperations, { ...options, keepBodies: true }))
  return { ...withReplays(onClock(withFaults(service, storage), clock)), clock } as Installation
})

/** The service on a clock that can be moved. */
const onClock = (service: Service, clock: ProcessClock): Service => ({
  ...service,
  admit: (operation, credentials, query, calling, real) =>
    real === undefined
      ? clock.shiftLimits(service.admit(operation, credentials, query, calling))
      : service.admit(operation, credentials, query, calling, clock.ofLimits(real)),
  run: (...call) => clock.shift(service.run(...call))
})

/** The service without the operations that exist only for development. */
const withoutWorkbench = (service: Service): Service => ({
  ...service,
  admit: (operation, ...rest) => {
    const admitted = service.admit(operation, ...rest)
    if (!operation.endpoint.workbench) return admitted
    const absent = new NotFound({ message: `${operation.id} exists only with --demo or --workbench.` })
    const answer = (requestId: string) => answerOf(absent, requestId, operation.endpoint)
    return Effect.flatMap(admitted, ({ caller, standings }) => Effect.fail({ answer, caller, standings }))
  }
})
