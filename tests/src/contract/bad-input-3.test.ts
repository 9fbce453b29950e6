import { refusesBadInput } from './refuses-bad-input.ts'

refusesBadInput(2, 3)
