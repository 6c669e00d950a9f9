// DX6005 GLSL 4.50 cannot express input innerCoverage
