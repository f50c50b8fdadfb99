/** Says that an answer takes long, while it does. */
import { isSlow } from "../call/slow.ts"
import { words } from "../words/words.ts"
import { Icon } from "./icons.tsx"

export const Slow = () => (
  <div class="slow" role="status">
    {isSlow.value && (
      <p class="bar warn">
        <Icon name="clock" /> {words.value.slow}
      </p>
    )}
  </div>
)
