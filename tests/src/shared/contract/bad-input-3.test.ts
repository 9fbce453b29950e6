import { refusesBadInput } from './rejects-bad-input.ts'

refusesBadInput(2, 3)
