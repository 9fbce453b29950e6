import { provesRights } from './proves-rights.ts'

provesRights(2, 3)
