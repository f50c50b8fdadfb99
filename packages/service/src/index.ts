/** The service without a transport: what a server, a command and a test need to run it. */

export { allCollections } from "./collections.ts"
export { embedded, inProcessTransport } from "./embedded.ts"
export type { AdmittedCall } from "./engine/admission.ts"
export { type Answer, answerOf, refusalOf, unavailableIn } from "./engine/answer.ts"
export { parametersOf, scannerOf } from "./engine/base64/body.ts"
export { Base64Receiver } from "./engine/base64/receiver.ts"
export type { Body } from "./engine/body.ts"
export { Parts } from "./engine/form-data.ts"
export type { Credentials } from "./engine/identity.ts"
export { digest, secret } from "./engine/ids.ts"
export type { Operation } from "./engine/operation.ts"
export { records } from "./engine/records.ts"
export type { Service, ServiceOptions } from "./engine/service.ts"
export { Session, type Upload } from "./engine/session.ts"
export type { SuperviseOptions, WorkerReport } from "./engine/supervised.ts"
export { sharedToken } from "./engine/token.ts"
export { shops, trusted } from "./engine/trusted.ts"
export { discard, uploadTooLarge } from "./engine/uploads.ts"
export {
  type BodyType,
  bodyTypeOf,
  conditionsOf,
  credentialsOf,
  headersOf,
  parsedPath,
  readBody
} from "./engine/wire.ts"
export { supervise } from "./engine/workers.ts"
export { makeService } from "./service.ts"
export { workersOf } from "./workers.ts"
