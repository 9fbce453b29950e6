export { AddPeopleDialog } from './add-people-dialog.tsx'
export type { Person } from './atoms.ts'
export { UserPicker } from './user-picker.tsx'
