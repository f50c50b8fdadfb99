/** The program of the thread that reads archives. */
import { serve } from "../slow/program.ts"
import { checked } from "./checked.ts"
import type { Job } from "./kind.ts"

serve(({ path }: Job) => checked(path))
