import { provesRights } from './proves-rights.ts'

provesRights(0, 3)
