import { FolderPlace, type Place, type PlaceSettings, requireFolder, requireNoData } from './place.ts'
import { S3Place } from './s3-place.ts'

/** Opens a place, and creates its folder where that is allowed. @throws {StartError} backupPlaceBad, backupPlaceData */
export async function openPlace(settings: PlaceSettings): Promise<Place> {
  if (settings.kind === 's3') return new S3Place(settings)
  await requireFolder(settings.path, settings.mayCreate === true)
  await requireNoData(settings.path)
  return new FolderPlace(settings.path)
}
