export { AddPeopleDialog } from './add-people-dialog.tsx'
export { displayNameAtom } from './atoms.ts'
export { UserPicker } from './user-picker.tsx'
