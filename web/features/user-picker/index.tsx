export { AddPeopleDialog } from './add-people-dialog.tsx'
export { nameOfAtom } from './atoms.ts'
export type { Person } from './names.ts'
export { UserPicker } from './user-picker.tsx'
