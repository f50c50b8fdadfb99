/** The reference of the API as text, for programs that show it to people or assistants. */
export { operationText } from "./reference/operation.ts"
