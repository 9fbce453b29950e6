import { refusesBadInput } from './refuses-bad-input.ts'

refusesBadInput(0, 3)
