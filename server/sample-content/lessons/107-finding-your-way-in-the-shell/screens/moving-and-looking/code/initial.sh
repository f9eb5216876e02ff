cd garden
