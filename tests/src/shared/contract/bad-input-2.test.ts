import { refusesBadInput } from './rejects-bad-input.ts'

refusesBadInput(1, 3)
