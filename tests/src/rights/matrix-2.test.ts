import { provesRights } from './proves-rights.ts'

provesRights(1, 3)
