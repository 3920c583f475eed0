@echo off
rem Makes the double-click program on Windows with the finished .venv, else with the Python that py or python names.
rem Untried: no person has run it yet.
if exist "%~dp0.venv\installed.json" "%~dp0.venv\Scripts\python.exe" -I "%~dp0bootstrap.py" package %* & exit /b
py -3 -c "" 2>nul && goto launcher
python -I "%~dp0bootstrap.py" package %*
exit /b
:launcher
py -3 -I "%~dp0bootstrap.py" package %*
