export { GroupsDialog, ItemGroups } from './groups-panel.tsx'
