export { GroupsDialog } from './groups-dialog.tsx'
export { ItemGroups } from './groups-screen.tsx'
