$ErrorActionPreference = 'Stop'

$package = @{
  packageName    = '{ID}'
  fileType       = 'msi'
  softwareName   = '{NAME}*'
  url64bit       = '{DOWNLOADS}/{ID}-{VERSION}-win32-x64{MARK}.msi'
  checksum64     = '{SHA256:{ID}-{VERSION}-win32-x64{MARK}.msi}'
  checksumType64 = 'sha256'
  silentArgs     = '/qn /norestart'
  validExitCodes = @(0, 3010, 1641)
}

Install-ChocolateyPackage @package
