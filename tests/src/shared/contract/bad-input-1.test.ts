import { refusesBadInput } from './rejects-bad-input.ts'

refusesBadInput(0, 3)
