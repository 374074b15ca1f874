; Installer of Ferry Console. The build passes VERSION, FILE_VERSION, SOURCE, OUTPUT and ICON.
;   setup.exe /S /AllUsers      silent, for all users, into Program Files (needs administrator rights)
;   setup.exe /S /CurrentUser   silent, for this user
;   setup.exe ... /D=C:\Folder  another folder; must come last, without quotes
Unicode true
Target amd64-unicode
SetCompressor /FINAL zlib
SetDatablockOptimize on

!define NAME "Ferry Console"
!define ID "ferry-console"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"

!define MULTIUSER_MUI
!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_USE_PROGRAMFILES64
!define MULTIUSER_INSTALLMODE_INSTDIR "${NAME}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${UNINSTALL_KEY}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${UNINSTALL_KEY}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "InstallLocation"
!include MultiUser.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include x64.nsh

Name "${NAME}"
OutFile "${OUTPUT}"
BrandingText "${NAME} ${VERSION}"
ShowInstDetails nevershow
ShowUninstDetails nevershow
VIProductVersion "${FILE_VERSION}"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${NAME} Setup"
VIAddVersionKey CompanyName "Ferry"
VIAddVersionKey LegalCopyright "Copyright (c) 2026 Ferry. All rights reserved."

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${ID}.exe"
!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "${NAME} needs a 64-bit Windows." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  SetRegView 64
  !insertmacro MULTIUSER_INIT
FunctionEnd

; Renames links and files not owned by an administrator or the system, because the console would trust them.
!macro PUT_ASIDE PATH
  ${If} ${FileExists} "${PATH}"
    StrCpy $R0 "${PATH}"
    System::Call 'kernel32::GetFileAttributesW(w R0) i .R1'
    IntOp $R1 $R1 & 0x400
    StrCpy $R2 0
    StrCpy $R3 0
    System::Call 'advapi32::GetNamedSecurityInfoW(w R0, i 1, i 1, *p .R4, p 0, p 0, p 0, *p .R5) i .R6'
    ${If} $R6 == 0
      System::Call 'advapi32::IsWellKnownSid(p R4, i 22) i .R2'
      System::Call 'advapi32::IsWellKnownSid(p R4, i 26) i .R3'
      System::Call 'kernel32::LocalFree(p R5)'
    ${EndIf}
    IntOp $R2 $R2 | $R3
    ${If} $R1 <> 0
    ${OrIf} $R2 == 0
      System::Call 'kernel32::GetTickCount() i .R7'
      ClearErrors
      Rename "${PATH}" "${PATH}.aside-$R7"
      ${If} ${Errors}
        !insertmacro END_WITHOUT_RIGHTS
      ${EndIf}
    ${EndIf}
  ${EndIf}
!macroend

!macro END_WITHOUT_RIGHTS
  MessageBox MB_OK|MB_ICONSTOP "The folder $APPDATA\${NAME} could not be secured. Remove it as an administrator, then run the installer again." /SD IDOK
  SetErrorLevel 4
  Quit
!macroend

!macro SET_RIGHTS ARGUMENTS
  nsExec::Exec '"$SYSDIR\icacls.exe" ${ARGUMENTS}'
  Pop $R0
  ${If} $R0 != 0
    !insertmacro END_WITHOUT_RIGHTS
  ${EndIf}
!macroend

; Folder of the administrators' configuration: they and the system can write (SY, BA), users can read (BU).
; Every user can create folders in ProgramData, so the folder gets its rights before its contents are trusted.
!macro MAKE_MANAGED_FOLDER
  StrCpy $R8 0
  ${If} ${FileExists} "$APPDATA\${NAME}\managed.json"
    StrCpy $R8 1
  ${EndIf}
  !insertmacro PUT_ASIDE "$APPDATA\${NAME}"
  CreateDirectory "$APPDATA\${NAME}"
  !insertmacro SET_RIGHTS '"$APPDATA\${NAME}" /setowner *S-1-5-32-544 /Q'
  !insertmacro SET_RIGHTS '"$APPDATA\${NAME}" /reset /Q'
  !insertmacro SET_RIGHTS '"$APPDATA\${NAME}" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX /Q'
  !insertmacro PUT_ASIDE "$APPDATA\${NAME}\managed.json"
  ${If} ${FileExists} "$APPDATA\${NAME}\managed.json"
    !insertmacro SET_RIGHTS '"$APPDATA\${NAME}\managed.json" /reset /Q'
  ${ElseIf} $R8 == 1
    ; A configuration was renamed, so an administrator must decide. Until then, the console is restricted and names this field.
    FileOpen $R0 "$APPDATA\${NAME}\managed.json" w
    FileWrite $R0 '{"version": 1, "was-not-owned-by-administrators-and-put-aside": true}'
    FileClose $R0
  ${EndIf}
!macroend

Function un.onInit
  SetRegView 64
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

; A running program can't be replaced, so nothing is changed.
!macro END_WHERE_RUNNING
  ${If} ${FileExists} "$INSTDIR\${ID}.exe"
    ClearErrors
    Delete "$INSTDIR\${ID}.exe"
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "${NAME} is running. Close it, then run the installer again." /SD IDOK
      SetErrorLevel 5
      Quit
    ${EndIf}
    ; The folder belongs to the console, because its program was in it.
    RMDir /r "$INSTDIR"
  ${EndIf}
!macroend

Section
  !insertmacro END_WHERE_RUNNING
  SetOutPath "$INSTDIR"
  ClearErrors
  File /r "${SOURCE}\*"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONSTOP "${NAME} could not be written to $INSTDIR. Free 400 MB of disk space, then run the installer again." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
  ${If} $MultiUser.InstallMode == "AllUsers"
    !insertmacro MAKE_MANAGED_FOLDER
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${ID}.exe"

  WriteRegStr SHCTX "Software\Classes\ferry" "" "URL:${NAME}"
  WriteRegStr SHCTX "Software\Classes\ferry" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\ferry\DefaultIcon" "" "$INSTDIR\${ID}.exe,0"
  WriteRegStr SHCTX "Software\Classes\ferry\shell\open\command" "" '"$INSTDIR\${ID}.exe" "%1"'

  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "Publisher" "Ferry"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${ID}.exe"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "EstimatedSize" $0
SectionEnd

Section Uninstall
  !insertmacro END_WHERE_RUNNING
  Delete "$SMPROGRAMS\${NAME}.lnk"
  ${If} $MultiUser.InstallMode == "AllUsers"
    ; Removed only if empty, because a configuration belongs to the administrators.
    RMDir "$APPDATA\${NAME}"
  ${EndIf}
  DeleteRegKey SHCTX "Software\Classes\ferry"
  DeleteRegKey SHCTX "${UNINSTALL_KEY}"
SectionEnd
