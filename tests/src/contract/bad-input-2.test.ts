import { refusesBadInput } from './refuses-bad-input.ts'

refusesBadInput(1, 3)
