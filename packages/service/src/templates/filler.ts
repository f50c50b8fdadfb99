/** The program of the thread that fills templates. */
import { serve } from "../slow/program.ts"
import { filledFrom } from "./fill.ts"

serve(filledFrom)
