// DX6005 WGSL cannot express input innerCoverage
