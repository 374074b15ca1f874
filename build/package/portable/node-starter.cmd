@echo off
rem Starts {NAME}. --help lists the flags.
"%~dp0bin\node.exe" "%~dp0app\{PROGRAM}" %*
