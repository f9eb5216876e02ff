ls garden
