/** What the list of gift cards says of each: whose it is. */
import type { Cells } from "../list/table.tsx"
import { useHolders } from "./holder.ts"

export const useCells = (): Cells => {
  const names = useHolders()
  return {
    userUID: (entry) => {
      const { userUID } = entry as { readonly userUID: number }
      return names.get(userUID) ?? String(userUID)
    }
  }
}
