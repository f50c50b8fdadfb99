/** Whether a form is for those who write clients: it has the names of the wire, and the contract's own sentences. */
import { createContext } from "preact"

export const Exact = createContext(false)
