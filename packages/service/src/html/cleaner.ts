/** The program of the thread that cleans HTML. */
import { serve } from "../slow/program.ts"
import { cleaned } from "./restricted.ts"

serve(cleaned)
