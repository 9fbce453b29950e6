export { AddPeopleDialog } from './add-people-dialog.tsx'
export { displayNameAtom } from './atoms.ts'
export type { Person } from './names.ts'
export { UserPicker } from './user-picker.tsx'
