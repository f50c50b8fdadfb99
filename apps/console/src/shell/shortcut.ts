/** A key with Ctrl or ⌘ that works wherever the focus is. */
import { useEffect } from "preact/hooks"

export const useShortcut = (key: string, act: () => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      act()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
